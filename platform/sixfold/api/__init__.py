"""The HTTP API under /api/v1/: the operations of every app, one error shape, one description."""

from typing import Any

from ninja import NinjaAPI
from ninja.errors import ValidationError, ValidationErrorContext
from ninja.operation import Operation

from sixfold.accounts.api import router as accounts
from sixfold.api import handlers
from sixfold.bots.api import router as bots
from sixfold.bots.teams_api import bots as teams
from sixfold.bots.teams_api import mine as invitations
from sixfold.challenges.api import router as challenges
from sixfold.ladder.api import bots as ratings
from sixfold.ladder.api import router as ladders
from sixfold.matches.api import matches, server
from sixfold.matches.api import mine as tags
from sixfold.matches.api import versions as usage
from sixfold.moderation.api import router as rulings
from sixfold.play.api import router as games
from sixfold.tournaments.api import router as tournaments
from sixfold.trials.api import bots as tests
from sixfold.trials.api import trials
from sixfold.webhooks.api import router as webhooks


class Api(NinjaAPI):
    """Names operations as the functions that carry them out, and faults by what was sent."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def validation_error_from_error_contexts(
        self, error_contexts: list[ValidationErrorContext[Any]]
    ) -> ValidationError:
        error = super().validation_error_from_error_contexts(error_contexts)
        for fault in error.errors:
            source, *path = fault["loc"]
            if source == "body":
                # The name of the parameter in our function comes first.
                fault["loc"] = (source, *path[1:])
        return error


api = Api(
    title="Sixfold",
    version="1",
    urls_namespace="api",
    # Addresses of our own, under the security policy of every page: see urls.py.
    docs_url=None,
    openapi_url=None,
)
handlers.register(api)
for prefix, router in {
    "/server": server,
    "/me": accounts,
    "/bots": bots,
    "/matches": matches,
    "/ladders": ladders,
    "/challenges": challenges,
    "/games": games,
    "/trials": trials,
    "/tournaments": tournaments,
    "/webhooks": webhooks,
    "/rulings": rulings,
}.items():
    api.add_router(prefix, router)
# What the apps above know of a bot stands beside what the bots know of it.
for router in (teams, usage, ratings, tests):
    api.add_router("/bots", router)
for router in (invitations, tags):
    api.add_router("/me", router)
