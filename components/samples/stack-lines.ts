import type { Item } from "@/lib/domain/draft";
import type { EvaluatedLine, SampleEvaluation } from "@/lib/domain/sample-detail";

/** What one person did with a line. */
export interface LineDeed {
  rater: string;
  line: EvaluatedLine;
  /** The person's score, on the line that is the score. */
  score: number | null;
}

/** People who did the same thing to a line, with the same words. */
export interface DeedGroup {
  outcome: EvaluatedLine["outcome"];
  text: string;
  deeds: LineDeed[];
}

/** One line of the draft with what everybody made of it; `item` null: the line is not in the draft. */
export interface StackedLine {
  id: string;
  kind: Item["kind"];
  item: Item | null;
  /** Which of the draft's lines of this kind it is, from 1; 0 if it is the only one. */
  number: number;
  deeds: LineDeed[];
  groups: DeedGroup[];
  /** The id of an earlier line of this kind with the same actions and reasons by the same people. */
  sameAs: string | null;
}

/** A draft's lines, each with what people did with it, then the lines they added; one entry per line, however many people had it before them. */
export function stackLines(items: readonly Item[], evaluations: readonly SampleEvaluation[], draftId: string | null): StackedLine[] {
  const onDraft = evaluations.filter((evaluation) => evaluation.draftId === draftId && draftId !== null);
  const scoreId = items.find(({ kind }) => kind === "score")?.id;
  const drafted = items.map((item) => {
    const deeds = onDraft.flatMap(({ rater, score, lines }) => {
      const line = lines.find(({ id, original }) => id === item.id && original !== null);
      return line === undefined || line.outcome === "open" ? [] : [{ rater, line, score: item.id === scoreId ? score : null }];
    });
    return { id: item.id, kind: item.kind, item, number: numberOf(items, item), deeds, groups: groupsOf(deeds), sameAs: null };
  });
  const added = evaluations
    .filter((evaluation) => evaluation.draftId === draftId || evaluation.draftId === null)
    .flatMap(({ rater, lines }) => lines.flatMap((line) => (line.original === null ? [{ rater, line, score: null }] : [])));
  const additions = groupsOf(added).map((group) => {
    const { id = "", kind = "explanation" } = group.deeds[0]?.line ?? {};
    return { id, kind, item: null, number: 0, deeds: group.deeds, groups: [group], sameAs: null } satisfies StackedLine;
  });
  return [...markRepeated(drafted), ...additions];
}

function numberOf(items: readonly Item[], item: Item): number {
  const alike = items.filter(({ kind }) => kind === item.kind);
  return alike.length === 1 ? 0 : alike.indexOf(item) + 1;
}

function groupsOf(deeds: readonly LineDeed[]): DeedGroup[] {
  const groups = new Map<string, DeedGroup>();
  for (const deed of deeds) {
    const { outcome, text, kind } = deed.line;
    const key = JSON.stringify([outcome, text, deed.score, outcome === "add" ? kind : ""]);
    const group = groups.get(key) ?? { outcome, text, deeds: [] };
    group.deeds.push(deed);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Two lines repeat each other when everybody did the same with both for the same reason, and somebody did more than accept. */
function markRepeated(lines: StackedLine[]): StackedLine[] {
  const seen = new Map<string, string>();
  return lines.map((line) => {
    const changed = line.deeds.some(({ line: { outcome } }) => outcome !== "accept");
    if (!changed || line.deeds.some(({ score }) => score !== null)) return line;
    const key = JSON.stringify([
      line.kind,
      line.deeds.map(({ rater, line: { outcome, reasonCode, reason } }) => [rater, outcome, reasonCode, reason]),
    ]);
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, line.id);
    return { ...line, sameAs: earlier ?? null };
  });
}
