import type { Action } from "@/lib/domain/action";
import type { Comment, ExpertChoice, LineDecision, RoundItem, UnionLine } from "@/lib/domain/criteria-round";
import type { CriterionContent } from "@/lib/domain/criterion";
import { withItemIds } from "@/lib/domain/draft";
import { outcomes } from "@/lib/domain/outcomes";
import { isSameScale } from "@/lib/domain/same-scale";
import { applyCriteriaActions, type CriterionLine, contentOfItem } from "./apply-criteria-actions";

interface Panel {
  items: readonly RoundItem[];
  pairwise: boolean;
  /** The submitted redlines. */
  redlines: readonly { expert: string; actions: readonly Action[] }[];
  /** The latest decision per line. */
  decisions: ReadonlyMap<string, LineDecision>;
  comments: ReadonlyMap<string, Comment[]>;
}

/** All experts' work in one list: each redlined criterion with what every expert did, then each added one. */
export function criteriaUnion({ items, pairwise, redlines, decisions, comments }: Panel): UnionLine[] {
  const ofItems = withItemIds([...items]);
  const states = redlines.map(({ expert, actions }) => ({
    expert,
    lines: applyCriteriaActions({ items: ofItems, actions, pairwise }).lines,
  }));
  const redlined = applyCriteriaActions({ items: ofItems, actions: [], pairwise }).lines.map((line) => {
    const choices = states.flatMap(({ expert, lines }) =>
      choiceOf(
        expert,
        lines.find(({ id }) => id === line.id),
      ),
    );
    const proposed = items[Number(line.id)]?.proposed ?? null;
    return {
      ...frame(line),
      original: line.original,
      proposed: proposed === null ? null : contentOfItem(proposed, line.heading, pairwise),
      choices,
      agreement: agreementOf(choices),
    };
  });
  const added = states.flatMap(({ expert, lines }) =>
    lines
      .filter(({ original }) => original === null)
      .map((line) => ({ ...frame(line), original: null, proposed: null, choices: choiceOf(expert, line), agreement: null })),
  );
  return [...redlined, ...added].map((line) => ({
    ...line,
    decision: decisions.get(line.id) ?? null,
    comments: comments.get(line.id) ?? [],
  }));
}

const frame = ({ id, heading }: CriterionLine) => ({ id, heading });

function choiceOf(expert: string, line: CriterionLine | undefined): ExpertChoice[] {
  if (line === undefined || line.outcome === "open") return [];
  const { outcome, criterion, reasonCode, reason } = line;
  return [{ expert, outcome, criterion, reasonCode, reason }];
}

function agreementOf(choices: readonly ExpertChoice[]): UnionLine["agreement"] {
  if (choices.length < 2) return null;
  const count = Math.max(...outcomes.map((outcome) => choices.filter((choice) => choice.outcome === outcome).length));
  return { share: count / choices.length, count, n: choices.length };
}

/** The criterion a line is about: as it came into the round, or as its expert added it. */
export function contentOfLine({ original, choices }: Pick<UnionLine, "original" | "choices">): CriterionContent {
  const content = original ?? choices[0]?.criterion;
  if (content === undefined) throw new Error("A line of the union has neither an original nor an addition.");
  return content;
}

/** A line's group: what the moderator said, else the judge or the expert who added it; null: nobody has said. */
export const groupOfLine = (line: UnionLine) => line.decision?.group ?? contentOfLine(line).group ?? null;

/** The criterion with the group that its line has. */
const grouped = (line: UnionLine, criterion: CriterionContent): CriterionContent => ({ ...criterion, group: groupOfLine(line) });

/** The criteria the panel agreed on, in order. */
export const consensusOf = (lines: readonly UnionLine[]): CriterionContent[] =>
  lines.flatMap((line) => (line.decision?.criterion ? [grouped(line, line.decision.criterion)] : []));

/** Whether two wordings of a criterion differ in anything but their group, which does not count as wording. */
export function isSameWording(a: CriterionContent, b: CriterionContent): boolean {
  const text = ({ name, definition, overall }: CriterionContent) => JSON.stringify([name.trim(), definition.trim(), overall]);
  return text(a) === text(b) && isSameScale(a.scale, b.scale);
}
