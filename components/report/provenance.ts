import type { TaskReport } from "@/lib/domain/report";
import type { Provenance } from "@/lib/paper/panel-table";
import { figuresOf } from "../charts/format";
import { narrowingWords } from "../words/narrowing-words";
import { armsInWords } from "./basis";
import { hasLabels } from "./level-of";

interface Shown {
  level: string;
  computedAt: string;
  dataVersion: string;
  software: string;
}

/** What every figure of a report rests on, in words. People are counted, not named: it is printed under figures. */
export function provenanceOf(report: TaskReport, { level, computedAt, dataVersion, software }: Shown): Provenance {
  const { task, arms, filter } = report;
  const { people, shown } = report.excluded;
  const narrowed = narrowingWords(filter);
  return {
    task,
    arms: armsInWords(arms),
    level: hasLabels(report) && level !== "nominal" ? `${level}, nominal for labels` : level,
    selection: [
      ...(people.length === 0
        ? []
        : [`${shown === "with" ? "With" : "Without"} ${figuresOf(people.length, "excluded person", "excluded people")}`]),
      ...(narrowed === "" ? [] : [`Only ${narrowed}`]),
    ],
    ...{ computedAt, dataVersion, software },
  };
}
