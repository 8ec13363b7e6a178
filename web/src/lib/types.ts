/** Short names for what the server describes. The shapes themselves are made from its description: openapi.d.ts. */
import type { components } from "./openapi";

type Schemas = components["schemas"];

export type About = Schemas["About"];
export type BoardIn = Schemas["BoardIn"];
export type BoardOut = Schemas["BoardOut"];
export type Catalogue = Schemas["Catalogue"];
export type Choice = Schemas["Choice"];
export type Clock = Schemas["Clock"];
export type ExplainIn = Schemas["ExplainIn"];
export type Explanation = Schemas["Explanation"];
export type GameCard = Schemas["GameCard"];
export type GameInfo = Schemas["GameInfo"];
export type GameList = Schemas["GameList"];
export type GameView = Schemas["GameView"];
export type Label = Schemas["Label"];
export type Lesson = Schemas["Lesson"];
export type Line = Schemas["Line"];
export type LiveIn = Schemas["LiveIn"];
export type LiveOut = Schemas["LiveOut"];
export type Mark = Schemas["Mark"];
export type Me = Schemas["Me"];
export type NewGame = Schemas["NewGame"];
export type Offers = Schemas["Offers"];
export type OptionInfo = Schemas["OptionInfo"];
export type Outcome = Schemas["Outcome"];
export type Piece = Schemas["Piece"];
export type Place = Schemas["Place"];
export type Problem = Schemas["Problem"];
export type RecordedGame = Schemas["RecordedGame"];
export type Records = Schemas["Records"];
export type Review = Schemas["Review"];
export type ReviewedMove = Schemas["ReviewedMove"];
export type ReviewState = Schemas["ReviewState"];
export type RuleSetInfo = Schemas["RuleSetInfo"];
export type RulesPage = Schemas["RulesPage"];
export type Scene = Schemas["Scene"];
export type SceneAt = Schemas["SceneAt"];
export type Seat = Schemas["Seat"];
export type SeriesInfo = Schemas["SeriesInfo"];
export type Stock = Schemas["Stock"];

export type OptionValue = number | string;
export type OptionValues = Record<string, OptionValue>;
export type SeatNumber = 0 | 1;
