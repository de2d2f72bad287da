import type { TaskReport } from "@/lib/domain/report";
import type { PlantedScore } from "@/lib/domain/report-data";
import type { PlantedDrafts } from "@/lib/domain/report-planted";
import { nameOf, type RatingTable } from "./rating-table";
import { caughtShare } from "./study-quality";

/** Whether people noticed each judge's drafts that were wrong on purpose; nothing where nobody saw one. */
export function plantedDrafts(table: RatingTable): Pick<TaskReport, "planted"> {
  const { planted = [] } = table.data.draftWork();
  const judges = table.judges.flatMap((judge) => {
    const own = planted.filter((one) => one.judge === judge);
    return own.length === 0 ? [] : [[nameOf(table, judge), figuresOf(own)] as const];
  });
  return judges.length === 0 ? {} : { planted: Object.fromEntries(judges) };
}

function figuresOf(planted: readonly PlantedScore[]): PlantedDrafts {
  const people = [...new Map(planted.map(({ person }) => [person.id, person.name]))].sort(([, a], [, b]) => a.localeCompare(b, "en"));
  return {
    arms: [...new Set(planted.map(({ arm }) => arm))].sort(),
    all: caughtShare(planted, ({ person }) => person.id),
    people: Object.fromEntries(
      people.map(([id, name]) => [
        name,
        caughtShare(
          planted.filter(({ person }) => person.id === id),
          ({ sample }) => `${sample}`,
        ),
      ]),
    ),
  };
}
