"""``sixfold verify``: whether a game follows from its seed, and whether that was fixed before."""

from typing import Annotated

import typer
from rich.markup import escape

from arena.commitment import commitment
from bots_sdk.cli.options import Json
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
    json: Json = False,
) -> None:
    """Check that a game follows from its seed, and that the seed was fixed before the match."""
    if (cluster is None) != (published is None):
        fail("A commitment belongs to a cluster: give both --cluster and --commitment, or neither.")
    if cluster is None and (at := on_server(file)):
        with connected(at.server) as site:
            match = site.get(f"/matches/{at.match}")
        cluster, published = match["cluster"], match["commitment"]
    _, record, shown = read(file)
    committed = None if cluster is None else commitment(cluster, record.seed)
    kept = None if published is None else committed == published.strip().lower()
    if json:
        out.print_json(
            data={
                "turns": len(shown),
                "seed": record.seed.hex(),
                "cluster": cluster,
                "commitment": committed,
                "fixed_before": kept,
            }
        )
    else:
        out.print(
            f"[green]✔[/] {escape(file)}: the deal and all draws of {len(shown)} turns follow "
            f"from the seed {record.seed.hex()}."
        )
        _tell(cluster, committed, kept)
    if kept is False:
        raise typer.Exit(Exit.BOT_FAILED)


def _tell(cluster: int | None, committed: str | None, kept: bool | None) -> None:
    if kept is None:
        out.print(
            "  Was the seed fixed before? --cluster and --commitment of the match's page tell."
        )
    elif kept:
        out.print(f"[green]✔[/] The commitment of cluster {cluster} is to this seed.")
    else:
        err.print(
            f"[red]✖[/] The commitment of cluster {cluster} is to another seed: with this one it "
            f"would be {committed}."
        )
