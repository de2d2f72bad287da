import type { AdjudicationUnit, Direction } from "@/lib/domain/adjudication";
import { isCategorical } from "@/lib/domain/labels";
import { Moment } from "../ui/moment";
import { scoreName } from "../words/score-name";

const words: Record<Direction, string> = { towards: "towards the judge", away: "away from the judge", neither: "neither towards nor away" };

/** The confirmed labels of a unit, the one in force first. */
export function LabelHistory({ unit: { labels, task, criterion } }: { unit: AdjudicationUnit }) {
  if (labels.length === 0) return null;
  const name = (score: number) => scoreName(score, task.pairwise, criterion.scale);
  return (
    <section aria-label="Labels">
      <h2 className="mb-2 text-title">Labels</h2>
      <ol className="divide-y rounded-panel border bg-card text-small">
        {labels.map((label, index) => (
          <li key={label.at} className="px-4 py-2.5 wrap-anywhere">
            <span className="font-medium">
              {label.firstScore === label.finalScore ? name(label.finalScore) : `${name(label.firstScore)} → ${name(label.finalScore)}`}
            </span>{" "}
            <span className="text-soft">
              by {label.by}, <Moment at={label.at} />, {index === 0 ? "in force" : "superseded"}
              {label.label && `; from people's ${isCategorical(criterion.scale) ? "most frequent label" : "median"}, ${words[label.label]}`}
            </span>
            {label.reason !== "" && <span className="block">{label.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
