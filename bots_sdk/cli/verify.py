"""``sixfold verify``: whether a game follows from its seed, and whether that was fixed before."""

from typing import Annotated

import typer
from rich.markup import escape

from arena.commitment import commitment
from bots_sdk.cli.records import RecordFile, on_server, read
from bots_sdk.cli.remote.connection import connected
from bots_sdk.cli.terminal import Exit, err, fail, out


def verify(
    file: RecordFile,
    cluster: Annotated[
        int | None, typer.Option(min=1, help="The number of the cluster, from the match's page.")
    ] = None,
    published: Annotated[
        str | None,
        typer.Option(
            "--commitment", metavar="HEX", help="The hash that was public before the match."
        ),
    ] = None,
) -> None:
    """Check that a game follows from its seed, and that the seed was fixed before the match."""
    if (cluster is None) != (published is None):
        fail("A commitment belongs to a cluster: give both --cluster and --commitment, or neither.")
    if cluster is None and (at := on_server(file)):
        with connected(at.server) as site:
            match = site.get(f"/matches/{at.match}")
        cluster, published = match["cluster"], match["commitment"]
    _, record, shown = read(file)
    out.print(
        f"[green]✔[/] {escape(file)}: the deal and all draws of {len(shown)} turns follow "
        f"from the seed {record.seed.hex()}."
    )
    if cluster is None or published is None:
        out.print(
            "  Was the seed fixed before? --cluster and --commitment of the match's page tell."
        )
        return
    if commitment(cluster, record.seed) != published.strip().lower():
        err.print(
            f"[red]✖[/] The commitment of cluster {cluster} is to another seed: with this one it "
            f"would be {commitment(cluster, record.seed)}."
        )
        raise typer.Exit(Exit.BOT_FAILED)
    out.print(f"[green]✔[/] The commitment of cluster {cluster} is to this seed.")
