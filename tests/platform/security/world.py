"""A site with something at every address, and everybody who may ask for it."""

import random
from dataclasses import dataclass
from http.cookies import SimpleCookie

from django.contrib.auth.models import Permission
from django.test import Client

from arena import referee
from arena.moves import Move
from arena.player import InProcess
from arena.view import View
from sixfold.accounts import services as accounts
from sixfold.accounts.models import Scope, User
from sixfold.bots import services as bots
from sixfold.bots import teams
from sixfold.bots.models import Submission, Succession
from sixfold.challenges.services import challenge
from sixfold.ladder import services as ladder
from sixfold.ladder.models import Pairing
from sixfold.matches import services as matches
from sixfold.matches.models import Match
from sixfold.matches.playing import Played
from sixfold.moderation.models import Likeness, Ruling
from sixfold.play import services as play_services
from sixfold.play.models import Sitting
from sixfold.tournaments import services as tournaments
from sixfold.tournaments.models import Tournament
from sixfold.trials import services as trials
from sixfold.webhooks import services as webhooks

SECRETS = ("ada's own thoughts", "ada's own code")
"""What Ada's bot has printed and what it consists of."""
SEED = bytes(range(32))
BOT = "def choose(game):\n    return game.legal_moves()[0]\n"
HOSTILE = "'\"></pre><img src=x onerror=y>"
"""Breaks out of a text, and of an attribute in either kind of quotes."""
PASSWORD = "correct horse battery"


@dataclass(frozen=True, slots=True)
class World:
    """Where things are, and the sessions and tokens of people."""

    places: dict[str, int]
    """What stands in the braces of an address."""
    sessions: dict[str, str]
    tokens: dict[str, str]

    def browser(self, who: str, *, enforce_csrf_checks: bool = False) -> Client:
        """Somebody's browser, as it was when the site was made."""
        client = Client(enforce_csrf_checks=enforce_csrf_checks)
        client.cookies = SimpleCookie({"sessionid": self.sessions.get(who, "")})
        return client

    def at(self, address: str) -> str:
        """An address of the tables, with its braces filled in."""
        for name, key in self.places.items():
            address = address.replace(f"{{{name}}}", str(key))
        return address


def build() -> World:
    """Ada's swift and quiet, Carol's slow, a match between them, and something of everything."""
    ada, bob, carol, tim, olga = map(user, ("ada", "bob", "carol", "tim", "olga"))
    sid, mia = user("sid", is_staff=True), user("mia", is_staff=True)
    olga.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    mia.user_permissions.add(Permission.objects.get(codename="add_ruling"))

    swift, slow = submit(ada, "swift"), submit(carol, "slow")
    teams.accept(teams.invite(swift.bot, "tim"))
    invitation = teams.invite(swift.bot, "olga")
    newer = submit(ada, "swift", Succession.TEST_FIRST)
    submit(ada, "swift", passes=False)
    submit(ada, "quiet")
    match = play(swift, slow)
    Ruling.objects.create(
        kind=Ruling.Kind.DISABLE, moderator=mia, bot=slow.bot, reason="It talked."
    )
    draft, cup, league = (
        tournaments.create(Tournament(name=name, format="round robin", clusters=1), olga)
        for name in ("Draft", "Cup", "League")
    )
    for open_one in (cup, league):
        tournaments.announce(open_one)
    entry = tournaments.enter(cup, swift.bot)
    tournaments.enter(league, swift.bot)
    tournaments.enter(league, slow.bot)
    tournaments.start(league)
    assert draft.slug == "draft"

    people = {
        "stranger": bob,
        "owner": ada,
        "teammate": tim,
        "organiser": olga,
        "staff": sid,
        "moderator": mia,
    }
    scopes = [Scope.READ, Scope.SUBMIT]
    token, _secret = accounts.issue(user=ada, name="laptop", scopes=scopes)
    tokens = {
        who: accounts.issue(user=person, name="table", scopes=scopes)[1]
        for who, person in people.items()
    }
    webhook, _secret = webhooks.register(
        owner=ada, url="https://example.org/", told=["match.finished"], site="http://testserver"
    )
    _token, tokens["reader"] = accounts.issue(user=ada, name="dashboard", scopes=[Scope.READ])
    return World(
        places={
            "webhook": webhook.pk,
            "delivery": webhooks.test(webhook).pk,
            "match": match.pk,
            "queued": match.cluster.matches.queued().get().pk,  # type: ignore[attr-defined]
            "challenge": challenge(by=ada, first=swift, second=slow, pairs=1).pk,
            "version": swift.pk,
            "trial": trials.begin(newer).pk,
            "bot": swift.bot_id,
            "member": swift.bot.members.get().pk,
            "invitation": invitation.pk,
            "entry": entry.pk,
            "token": token.pk,
            "sitting": on_move(ada, slow).pk,
            "over": resigned(ada, slow).pk,
            "likeness": Likeness.objects.create(first=swift, second=slow, equal=200).pk,
        },
        sessions={who: session(person) for who, person in people.items()},
        tokens=tokens,
    )


def user(name: str, **fields: bool) -> User:
    return User.objects.create_user(name, f"{name}@example.org", PASSWORD, **fields)


def submit(
    owner: User, name: str, succession: Succession = Succession.AT_ONCE, *, passes: bool = True
) -> Submission:
    bot = owner.bots.filter(slug=name).first() or bots.create_bot(owner=owner, name=name)
    source = f"{BOT}# {owner}'s own code, {name} {bot.submissions.count() + 1}".encode()
    made = bots.submit(bot=bot, filename="bot.py", data=source, succession=succession)
    claimed = bots.claim_check()
    assert claimed == made
    assert claimed.token is not None
    assert bots.conclude(claimed, claimed.token, passed=passes)
    made.refresh_from_db()
    return made


def play(first: Submission, second: Submission) -> Match:
    """A rated match that has finished; the other one of its cluster waits."""
    cluster = matches.schedule(submissions=[first, second], seed=SEED)
    (two,) = ladder.ladders()
    members = sorted([first.pk, second.pk])
    Pairing.objects.create(
        ladder=two, cluster=cluster, slot=10_000, why=Pairing.Why.FIRST, members=members
    )
    attempt = matches.claim()
    assert attempt is not None
    # The names in a record are those that the worker has given it.
    dealt = referee.Deal(seed=SEED, names=(f"{first.bot}{HOSTILE}", f"{second.bot}{HOSTILE}"))
    record = referee.play([InProcess(a_move), InProcess(a_move)], dealt)
    logs = tuple(((2, f"{one.bot.owner}'s own thoughts {HOSTILE}"),) for one in (first, second))
    assert matches.finish(attempt, Played(record, logs, tier="none"))
    ladder.settle()
    return cluster.matches.get(pk=attempt.match_id)


def on_move(by: User, opponent: Submission) -> Sitting:
    """A game against a bot in which the person opens."""
    while (begun := play_services.begin(by=by, opponent=opponent)).table.game.to_move != (
        begun.own.number
    ):
        play_services.resign(begun)
    return begun


def resigned(by: User, opponent: Submission) -> Sitting:
    """One that is over."""
    begun = play_services.begin(by=by, opponent=opponent)
    play_services.resign(begun)
    return begun


def session(person: User) -> str:
    client = Client()
    client.force_login(person)
    return client.cookies["sessionid"].value


def a_move(view: View) -> Move:
    return random.Random(view.turn).choice(view.legal_moves())
