import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0001_initial"),
        ("matches", "0008_stored_files"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="seat", name="seat_failed"),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["submission", "match"], name="seat_of_submission"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(
                    models.Q(("ending", ""), _negated=True),
                    models.Q(("ending", "finished"), _negated=True),
                ),
                fields=["submission", "match", "ending"],
                name="seat_forfeited",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="matches.match",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="submission",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="bots.submission",
            ),
        ),
    ]
