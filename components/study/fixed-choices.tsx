import type { Run } from "@/lib/domain/judge";
import type { PlanContent } from "@/lib/domain/study-plan";
import { Markdown } from "../ui/markdown";
import { armNames, choiceLabels, choiceText } from "./choice-words";

const shown = [
  ...([
    "design",
    "arms",
    "overlap",
    "shared",
    "samples",
    "draw",
    "people",
    "maxPerPerson",
    "personal",
    "order",
    "shuffleCriteria",
  ] as const),
  ...(["repeatShare", "planted", "goldShare", "attentionShare", "seed", "anonymous"] as const),
];

/** The choices that starting a plan fixed. */
export function FixedChoices({ content, runs }: { content: PlanContent; runs: readonly Run[] }) {
  const names = armNames(content.arms);
  const judges = content.arms.flatMap(({ runId }, index) => {
    const run = runs.find(({ id }) => id === runId);
    return runId === null ? [] : [`${names[index]}: ${run?.judge.name ?? "a run that was deleted"}`];
  });
  const rows = [
    ...shown
      .filter((field) => field !== "draw" || content.samples !== null)
      .map((field) => [choiceLabels[field], choiceText(field, content)] as const),
    ...(content.order === "blocks" ? [[choiceLabels.blockSize, choiceText("blockSize", content)] as const] : []),
    ...(content.design === "within" ? [[choiceLabels.washOutHours, choiceText("washOutHours", content)] as const] : []),
    ...(judges.length > 0 ? [["Drafts shown", judges.join(", ")] as const] : []),
  ];
  return (
    <>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-small">
        {rows.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {content.consent !== "" && (
        <details className="pt-3 text-small">
          <summary className="cursor-pointer text-soft">Consent text</summary>
          <Markdown text={content.consent} className="pt-2" />
        </details>
      )}
    </>
  );
}
