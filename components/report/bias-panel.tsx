import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { shownSign } from "@/lib/domain/shown-difference";
import { decimals, pText, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { among, chapterBasis, saidOfChapters } from "./basis";
import { FigurePanel } from "./figure-panel";
import { type CellLink, valueCell } from "./figure-table";

/** Where the judge errs systematically: with length, on its own model's outputs, in groups of samples, and across criteria. */
export function BiasPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const bias = report.chapters.bias[judge];
  if (bias === undefined) return null;
  const criteria = report.criteria.flatMap(({ name }) => {
    const own = bias.perCriterion[name];
    return own ? [{ name, own }] : [];
  });
  const judged = (criterion: string) => among(chapterBasis(report), figureUnits.judged(criterion, judge));
  /** Small groups, which are taken together, have no list of their own. */
  const inGroup = (criterion: string, by: "system" | "subset", group: string): CellLink =>
    group === "small groups"
      ? { ...judged(criterion), n: null }
      : among(chapterBasis(report), { ...figureUnits.judged(criterion, judge), [by]: group });
  const groups = criteria.flatMap(({ name, own }) => own.subgroups.map((group) => ({ name, group })));
  const held = groups.filter(({ group }) => shownSign(group.difference, group.q) !== 0).length;
  return (
    <>
      <FigurePanel
        title="Does length or origin sway the judge?"
        description={`${judge} minus people’s mean, in points`}
        basis={saidOfChapters(report)}
        table={{
          label: "Length and own outputs",
          first: "Criterion",
          columns: [
            { head: "for twice the length", format: signed, explained: "verbosity" },
            { head: "score and length at equal human scores", format: signed, explained: "length-partial" },
            { head: "own model’s outputs, less others", format: signed, explained: "self-preference", n: "units with its own outputs" },
          ],
          rows: criteria.map(({ name, own }) => ({
            name,
            label: plainCriterionName(name),
            units: judged(name).units,
            cells: [{ figure: own.perDoubling, n: true, link: judged(name) }, { figure: own.partial }, { figure: own.ownModel, n: true }],
          })),
          n: "units",
        }}
        remark={haloWords(bias.halo)}
      />
      <FigurePanel
        title="Is the judge kinder to some groups?"
        description={`${judge} minus people in a group, less the same in all others`}
        basis={saidOfChapters(report)}
        table={{
          label: "Groups of samples",
          first: "Group",
          columns: [
            { head: "difference", format: signed, explained: "group-difference" },
            { head: "p", format: pText, explained: "group-p" },
            { head: "q", format: pText, explained: "group-q" },
            { head: "conclusion", explained: null },
          ],
          rows: groups.map(({ name, group: { by, group, difference, p, q } }) => ({
            name: `${name} ${by} ${group}`,
            label: `${plainCriterionName(name)}: ${by} ${group}`,
            units: inGroup(name, by, group).units,
            cells: [
              { figure: difference, n: true, link: inGroup(name, by, group) },
              valueCell(p, difference.why),
              valueCell(q, difference.why),
              { text: conclusions[shownSign(difference, q) + 1] },
            ],
          })),
          n: "units in the group",
        }}
        remark={`q is p after Benjamini and Hochberg’s correction over the ${groups.length} tests of this table, of which ${held} hold. Groups of fewer than 20 units are taken together.`}
      />
    </>
  );
}

/** By the sign of what is shown. */
const conclusions = ["stricter", "cannot tell yet", "kinder"];

function haloWords({ judge, people, difference }: NonNullable<TaskReport["chapters"]["bias"][string]>["halo"]): string {
  if (judge.value === null || people.value === null || difference.value === null) return "";
  return `Halo: Spearman’s correlation of two criteria is ${decimals(judge.value)} on average in the judge’s scores and ${decimals(people.value)} in people’s, a difference of ${signed(difference.value)}, over ${judge.n} ${judge.n === 1 ? "pair" : "pairs"} of criteria.`;
}
