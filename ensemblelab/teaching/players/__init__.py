"""Interactive figures of the book, which need no server and no network.

`frame` has their common parts. Each of the other modules has a function that computes the data of
a player with the library, and the script that draws them.
"""

from ensemblelab.teaching.players.averaging import (
    averaging_player,
    averaging_trace,
    spread_player,
    spread_trace,
)
from ensemblelab.teaching.players.boosting import (
    adaboost_player,
    adaboost_trace,
    boosting_player,
    boosting_trace,
)
from ensemblelab.teaching.players.committees import vote_player, vote_trace
from ensemblelab.teaching.players.forest import forest_explorer, forest_trace
from ensemblelab.teaching.players.frame import Player
from ensemblelab.teaching.players.trees import tree_player

__all__ = [
    "Player",
    "adaboost_player",
    "adaboost_trace",
    "averaging_player",
    "averaging_trace",
    "boosting_player",
    "boosting_trace",
    "forest_explorer",
    "forest_trace",
    "spread_player",
    "spread_trace",
    "tree_player",
    "vote_player",
    "vote_trace",
]
