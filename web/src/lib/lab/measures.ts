/** The main measures of a report: their names here, how their numbers are read, and the scale they share. */
import type { Report, ReportMeasure } from "../types";

const NAMES: Readonly<Record<string, string>> = {
  first_player_advantage: "First player’s share of points",
  draws: "Drawn games",
  length: "Moves per game",
  branching: "Legal moves per position",
  lead_changes: "Lead changes per game",
  decided_at: "Decided after",
  skill_trace: "Points with twice the search",
};
const EVEN = ["first_player_advantage", "skill_trace"]; // points shared by two players: one half means neither is ahead

export const nameOf = (measure: ReportMeasure): string => NAMES[measure.name] ?? measure.name;
export const isEven = (measure: ReportMeasure): boolean => EVEN.includes(measure.name);
const inPercent = (measure: ReportMeasure): boolean => measure.unit === "share" || measure.unit === "points";

/** Where each measure's scale ends: at 100 %, or at the largest value in any report. All scales begin at 0. */
export function scales(reports: readonly Report[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const measure of reports.flatMap((report) => report.measures)) {
    const end = inPercent(measure) ? 1 : Math.max(measure.high ?? 0, measure.value);
    ends.set(measure.name, Math.max(end, ends.get(measure.name) ?? Number.MIN_VALUE));
  }
  return ends;
}
