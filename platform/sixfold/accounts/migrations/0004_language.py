from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_names_and_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True,
                choices=[
                    ("en", "English"),
                    ("fi", "Suomi"),
                    ("sv", "Svenska"),
                    ("de", "Deutsch"),
                ],
                db_default="",
                default="",
                max_length=10,
            ),
        ),
    ]
