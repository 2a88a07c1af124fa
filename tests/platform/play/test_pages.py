"""The pages of people who play: what they show, what they never show, what they refuse."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.test import Client

from arena.moves import Placement
from arena.tiles import TILES, Tile
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.matches.models import Match
from sixfold.play import services
from sixfold.play.choices import choice
from sixfold.play.models import BotTurn, Sitting

from .conftest import Answer, again, move_best


@pytest.fixture
def ada(client: Client, user: User) -> Client:
    """Ada's browser."""
    client.force_login(user)
    return client


@pytest.fixture
def mine(sitting: Sitting, bots_answer: Answer) -> Sitting:
    """Ada's game in which she is on move and tiles lie on the table."""
    bots_answer()
    if not again(sitting).turns:
        move_best(sitting)
        bots_answer()
    return again(sitting)


def at(sitting: Sitting, part: str = "") -> str:
    return f"{sitting.get_absolute_url()}{part}"


def test_a_game_is_begun_on_the_page_of_its_bot(ada: Client, bob: Submission) -> None:
    assert b"v1" in ada.get("/play/bob/swift/").content
    answer = ada.post("/play/bob/swift/", {"version": 1, "ruleset": "extended"})
    begun = Sitting.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, at(begun))
    assert begun.ruleset == "extended"
    assert begun.others[0].submission == bob


@pytest.mark.parametrize("form", [{}, {"version": 9, "ruleset": "classic"}, {"version": "x"}])
def test_what_is_no_version_is_refused(ada: Client, bob: Submission, form: dict[str, str]) -> None:
    assert ada.post("/play/bob/swift/", form).status_code == 422
    assert not Sitting.objects.exists()


def test_a_bot_that_may_not_play_has_no_form(ada: Client, bob: Submission) -> None:
    Bot.objects.update(disabled_because="It talked.")
    page = ada.get("/play/bob/swift/").content.decode()
    assert "It talked." in page
    assert "Begin" not in page
    refused = ada.post("/play/bob/swift/", {"version": 1, "ruleset": "classic"})
    assert refused.status_code == 422


def test_a_game_goes_on_from_a_turn_of_a_match(ada: Client, match: Match) -> None:
    address = f"/play/bob/swift/?from={match.pk}&turn=7"
    assert 'value="7"' in ada.get(address).content.decode()
    answer = ada.post(address, {"turn": 7, "seat": -1, "against": 0})
    begun = Sitting.objects.get()
    assert answer["Location"] == at(begun)
    assert (len(begun.turns), begun.source) == (7, match)
    assert f"turn 7 of match {match.pk}" in ada.get(at(begun)).content.decode()
    assert "from" in ada.get("/play/").content.decode()


@pytest.mark.parametrize("turn", ["-1", "10000", "", "x"])
def test_it_goes_on_from_no_turn_that_there_is_not(ada: Client, match: Match, turn: str) -> None:
    form = {"turn": turn, "seat": -1, "against": 0}
    assert ada.post(f"/play/bob/swift/?from={match.pk}", form).status_code == 422
    assert ada.get(f"/play/bob/swift/?from={match.pk}&turn={turn}").status_code == 200


@pytest.mark.parametrize("number", ["0", "x", "999999", "9" * 40])
def test_it_goes_on_from_no_match_that_there_is_not(
    ada: Client, bob: Submission, number: str
) -> None:
    assert ada.get(f"/play/bob/swift/?from={number}").status_code == 404


def test_the_viewer_leads_to_a_game_from_the_turn_that_it_shows(
    client: Client, match: Match
) -> None:
    link = f'data-do="here" data-here href="/play/bob/swift/?from={match.pk}"'
    assert link in client.get(match.get_absolute_url()).content.decode()


class TestHidden:
    """What the seat may not know is in nothing that is sent."""

    def test_no_page_before_the_end_has_the_seed_or_what_others_hold_or_draw(
        self, ada: Client, mine: Sitting, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = mine.table
        other = mine.others[0].number
        swapped = _with_other_secrets(mine)
        assert swapped.game.hands[other] != table.game.hands[other]
        assert swapped.game.view(mine.own.number) == table.game.view(mine.own.number)
        sent = [_told(ada, mine, part) for part in ("", "choice", "state")]
        monkeypatch.setattr(Sitting, "table", swapped)
        # To the letter the same, whatever the bot holds and whatever comes next.
        assert [_told(ada, mine, part) for part in ("", "choice", "state")] == sent
        assert not any(mine.seed.hex() in text for text in sent)

    def test_a_trade_of_a_bot_is_told_by_its_number_alone(
        self, ada: Client, mine: Sitting, bots_answer: Answer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(
            "tests.platform.play.conftest.best",
            lambda view: [*view.trades()[:1], view.legal_moves().best][0],
        )
        move_best(mine)
        bots_answer()
        page = ada.get(at(mine)).content.decode()
        assert "swift trades 6 tiles" in page
        given = again(mine).turns[-1][1]
        assert given.startswith("trade ")
        assert given not in page

    @pytest.mark.parametrize("part", ["replay.json", "record.json", "game.txt", "analysis/"])
    def test_there_are_no_files_before_the_end(self, ada: Client, mine: Sitting, part: str) -> None:
        assert ada.get(at(mine, part)).status_code == 404

    def test_the_replay_has_it_all(self, ada: Client, client: Client, mine: Sitting) -> None:
        services.resign(mine)
        ada.logout()
        shown = client.get(at(mine, "replay.json")).json()
        assert shown["seed"] == mine.seed.hex()
        assert {player["name"] for player in shown["players"]} == {"ada", "bob/swift"}
        assert client.get(at(mine, "record.json")).json()["seed"] == mine.seed.hex()
        assert mine.seed.hex() in client.get(at(mine, "game.txt")).content.decode()
        page = client.get(at(mine)).content.decode()
        assert mine.seed.hex() in page
        assert "Play again" not in page
        assert "Luck" in client.get(at(mine, "analysis/")).content.decode()


class TestChoice:
    """Where tiles may go beside those that are laid out."""

    def test_every_legal_move_can_be_laid_out_tile_by_tile(
        self, ada: Client, mine: Sitting
    ) -> None:
        view = mine.table.game.view(mine.own.number)
        moves = [move for move in view.legal_moves() if isinstance(move, Placement)]
        longest = max(moves, key=lambda move: len(move.tiles))
        laid: list[str] = []
        for word in str(longest).split():
            found = ada.get(at(mine, "choice"), {"laid": " ".join(laid)}).json()
            tile, _at, cell = word.partition("@")
            assert list(map(int, cell.split(","))) in found["cells"][tile]
            laid.append(word)
        assert ada.get(at(mine, "choice"), {"laid": " ".join(laid)}).json() == {
            "turn": view.turn,
            "points": longest.points,
            "cells": {},
        }

    def test_the_cells_of_one_tile_are_those_of_the_moves_of_one_tile(self, mine: Sitting) -> None:
        view = mine.table.game.view(mine.own.number)
        single: dict[Tile, set[tuple[int, int]]] = {}
        for move in view.legal_moves():
            for tile, cell in zip(move.tiles, getattr(move, "cells", ()), strict=False):
                single.setdefault(tile, set()).add(cell)
        found = choice(view, {})
        assert {tile: set(cells) for tile, cells in found.cells.items()} == single
        assert found.points is None

    @pytest.mark.parametrize("laid", ["Rc", "Rc@x,y", "Rc@0,0 " * 50, "trade Rc", "\0"])
    def test_what_cannot_be_read_is_refused(self, ada: Client, mine: Sitting, laid: str) -> None:
        assert ada.get(at(mine, "choice"), {"laid": laid}).status_code == 400

    def test_what_no_move_begins_with_leads_nowhere(self, ada: Client, mine: Sitting) -> None:
        found = ada.get(at(mine, "choice"), {"laid": "Rc@900,900"}).json()
        assert (found["points"], found["cells"]) == (None, {})

    def test_who_is_not_on_move_learns_nothing(self, ada: Client, mine: Sitting) -> None:
        move_best(mine)
        assert ada.get(at(mine, "choice")).status_code == 409
        services.resign(mine)
        assert ada.get(at(mine, "choice")).status_code == 409


class TestMove:
    """Moves as forms send them."""

    def test_a_move_is_made_and_a_repeated_click_does_no_harm(
        self, ada: Client, mine: Sitting
    ) -> None:
        game = mine.table.game
        form = {"turn": game.turn, "move": str(game.legal_moves().best)}
        for _click in range(2):
            answer = ada.post(at(mine, "move/"), form)
            assert (answer.status_code, answer["Location"]) == (302, at(mine))
        assert len(again(mine).turns) == game.turn + 1
        assert BotTurn.objects.queued().count() == 1

    def test_tiles_are_traded_by_ticking_them(self, ada: Client, mine: Sitting) -> None:
        game = mine.table.game
        hand = game.hands[mine.own.number]
        form = {"turn": game.turn, "give": [str(hand[0]), str(hand[1])]}
        assert ada.post(at(mine, "move/"), form).status_code == 302
        assert again(mine).turns[-1][1].startswith("trade ")

    @pytest.mark.parametrize(
        ("move", "why"),
        [
            ("pass", "Only who can neither place nor trade may pass."),
            ("", "Choose a move"),
            ("Rc@0,0 nonsense", "Choose a move"),
            ("Rc@900,900 Rq@901,900", "You do not have|have to join"),
            ("x" * 500, "200"),
        ],
    )
    def test_what_is_no_move_is_refused_with_the_reason(
        self, ada: Client, mine: Sitting, move: str, why: str
    ) -> None:
        answer = ada.post(at(mine, "move/"), {"turn": len(mine.turns), "move": move})
        assert answer.status_code == 422
        assert any(reason in answer.content.decode() for reason in why.split("|"))
        assert again(mine).turns == mine.turns

    @pytest.mark.parametrize("turn", ["", "-1", "99999", "x", "0"])
    def test_a_move_for_no_turn_is_refused(self, ada: Client, mine: Sitting, turn: str) -> None:
        move = str(mine.table.game.legal_moves().best)
        assert ada.post(at(mine, "move/"), {"turn": turn, "move": move}).status_code == 422
        assert again(mine).turns == mine.turns

    def test_after_the_end_it_leads_to_the_replay(self, ada: Client, mine: Sitting) -> None:
        services.resign(mine)
        answer = ada.post(at(mine, "move/"), {"turn": len(mine.turns), "move": "pass"})
        assert (answer.status_code, answer["Location"]) == (302, at(mine))


def test_the_page_says_what_is_waited_for(ada: Client, mine: Sitting) -> None:
    move_best(mine)

    def told() -> str:
        return str(ada.get(at(mine, "state")).json()["told"])

    assert told() == "swift waits for a worker that is free."
    turn = services.claim()
    assert turn is not None
    assert told() == "swift is thinking."
    for _attempt in range(5):
        BotTurn.objects.update(lost=4)
        BotTurn.objects.running().lose()
    assert "Come back later, or resign." in told()
    services.resign(mine)
    assert ada.get(at(mine, "state")).json() == {"over": True}


def test_everything_can_be_done_without_scripts(ada: Client, mine: Sitting) -> None:
    page = ada.get(at(mine)).content.decode()
    best = mine.table.game.legal_moves().best
    assert f'name="move" value="{best}"' in page
    assert page.count('type="checkbox" name="give"') == 6
    assert page.count('<button class="button small" type="submit" name="move"') <= 40
    move_best(mine)
    assert '<noscript><meta http-equiv="refresh"' in ada.get(at(mine)).content.decode()


def test_a_person_sees_their_own_games_page_by_page(
    ada: Client, user: User, bob: Submission, django_assert_max_num_queries: object
) -> None:
    for _game in range(26):
        services.resign(services.begin(by=user, opponent=bob))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        first = ada.get("/play/").content.decode()
    oldest = Sitting.objects.order_by("pk")[0]
    assert at(oldest) not in first
    assert "before=" in first
    second = Sitting.objects.order_by("pk")[1]
    assert at(oldest) in ada.get(f"/play/?before={second.pk}").content.decode()


def test_a_page_of_a_game_asks_the_database_a_few_times(
    ada: Client, mine: Sitting, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        ada.get(at(mine))
    services.resign(mine)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        ada.get(at(mine))


def _told(client: Client, sitting: Sitting, part: str) -> str:
    """What is sent, without what changes with each answer."""
    text = client.get(at(sitting, part)).content.decode()
    return "\n".join(
        line
        for line in text.splitlines()
        if "csrfmiddlewaretoken" not in line and "nonce" not in line
    )


def _with_other_secrets(sitting: Sitting) -> SimpleNamespace:
    """The table with other tiles in the hands of others and in the bag, and all else the same."""
    game = sitting.table.game
    own = sitting.own.number
    hands = tuple(
        hand if seat == own else TILES[: len(hand)] for seat, hand in enumerate(game.hands)
    )
    bag = replace(game.bag, seed=bytes(32), inside=(1 << len(game.bag)) - 1)
    return SimpleNamespace(game=replace(game, hands=hands, bag=bag))
