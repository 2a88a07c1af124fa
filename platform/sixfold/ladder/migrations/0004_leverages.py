"""One row of leverages for each submission instead of one triangle of variances for all."""

from typing import Any

import django.db.models.deletion
import numpy as np
from django.db import migrations, models


def take_apart(apps: Any, schema_editor: Any) -> None:
    """What is known of the newest ratings stays known until the next are published."""
    rows = apps.get_model("ladder", "Leverages").objects
    for spread in apps.get_model("ladder", "Spread").objects.select_related("snapshot"):
        variances = np.zeros((len(spread.members), len(spread.members)))
        below = np.tril_indices(len(variances), -1)
        variances[below] = np.frombuffer(bytes(spread.variances), "<f4")
        variances += variances.T
        moves = variances / 2
        if (anchor := spread.snapshot.anchor_id) in spread.members:
            shared = variances[spread.members.index(anchor)]
            moves += (shared[:, None] - shared) / 2
        rows.bulk_create(
            rows.model(snapshot=spread.snapshot, submission_id=member, packed=row.tobytes())
            for member, row in zip(spread.members, moves.astype("<f4"), strict=True)
        )


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0001_initial"),
        ("ladder", "0003_comparisons"),
    ]

    operations = [
        migrations.CreateModel(
            name="Leverages",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "packed",
                    models.BinaryField(
                        help_text="In the order of the members, by ratings/spread.py."
                    ),
                ),
                (
                    "snapshot",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ladder.snapshot",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="bots.submission",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("snapshot", "submission"), name="leverages_once"
                    )
                ],
            },
        ),
        migrations.RunPython(take_apart, migrations.RunPython.noop),
        # The next release drops the column: until they end, older processes read and write it.
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("spread", "variances")],
            database_operations=[
                migrations.AlterField("spread", "variances", models.BinaryField(db_default=b""))
            ],
        ),
    ]
