"""What all messages are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kakomi.games import BUILT_IN

Seat01 = Literal[0, 1]
OptionValue = int | str
LONGEST_NAME = 40
LONGEST_POSITION = 4_000
MOST_CLICKS = 64

Text64 = Annotated[str, Field(max_length=64)]
Clicks = Annotated[list[Text64], Field(max_length=MOST_CLICKS)]
MessageId = Annotated[int, Field(ge=0, le=2**53 - 1)]
Options = Annotated[dict[Text64, Annotated[int, Field(ge=-(2**53), le=2**53)] | Text64], Field(max_length=32)]

Name64 = Annotated[str, Field(min_length=1, max_length=64)]
GameName = Annotated[str, Field(min_length=1, max_length=64, examples=list(BUILT_IN))]
PositionText = Annotated[str, Field(max_length=LONGEST_POSITION)]
MoveTexts = Annotated[list[Text64], Field(max_length=2_000)]


class In(BaseModel):
    """What a client sends."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Out(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(extra="forbid")
