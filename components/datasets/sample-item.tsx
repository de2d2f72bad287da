import Link from "next/link";
import type { SampleRow, TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";

/** One sample: a line that expands to its full text. */
export function SampleItem({ sample, task }: { sample: SampleRow; task: TaskSummary }) {
  const metadata = Object.entries(sample.metadata);
  const pair = sample.outputB !== null;
  const named = pair ? [sample.system, sample.systemB] : [sample.system];
  const systems = named.some((system) => system !== null) ? named.map((system) => system ?? "no system").join(" / ") : "no system";
  const facts = [
    ...(sample.subset === null ? [] : [["subset", sample.subset] as const]),
    ...(sample.goldLabel === null ? [] : [["gold label", sample.goldLabel] as const]),
  ];
  return (
    <li>
      <details className="group">
        <summary className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-5 py-3 hover:bg-paper focus-visible:-outline-offset-2 sm:grid-cols-[8rem_1fr_auto]">
          <span className="truncate text-small text-soft" title={sample.externalId}>
            {sample.externalId}
          </span>
          <span className="col-span-2 row-start-2 min-w-0 sm:col-span-1 sm:row-start-auto">
            <span className="block truncate text-body">{sample.input.slice(0, 300)}</span>
            <span className="block truncate text-small text-soft group-open:invisible">{sample.output.slice(0, 300)}</span>
          </span>
          <span className="text-right text-small whitespace-nowrap text-soft">
            {systems}
            <span className="hidden sm:block">
              {figuresOf(sample.drafts, "draft")} · {sample.submitted} submitted
            </span>
          </span>
        </summary>
        <div className="flex flex-col gap-5 border-t bg-paper px-5 py-5 sm:pl-[10.25rem]">
          <Text label={task.inputName} text={sample.input} />
          {sample.outputB === null ? (
            <Text label={task.outputName} text={sample.output} />
          ) : (
            <div className="grid gap-5 lg:grid-cols-2">
              <Text label={`${task.outputName} A${by(sample.system)}`} text={sample.output} />
              <Text label={`${task.outputName} B${by(sample.systemB)}`} text={sample.outputB} />
            </div>
          )}
          {sample.reference !== null && <Text label="reference" text={sample.reference} />}
          {sample.imageUrl !== null && <Text label="image" text={sample.imageUrl} />}
          {facts.length > 0 && (
            <dl className="grid max-w-measure grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
              {facts.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-soft first-letter:uppercase">{name}</dt>
                  <dd className="font-medium wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          )}
          {metadata.length > 0 && (
            <dl className="grid max-w-measure grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
              {metadata.map(([key, value]) => (
                <div key={key} className="contents">
                  <dt className="text-soft">{key}</dt>
                  <dd className="manuscript">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
                </div>
              ))}
            </dl>
          )}
          <Link
            href={`/projects/${task.projectId}/discussion?on=sample&id=${sample.id}`}
            className="w-fit rounded-mark text-small text-accent underline underline-offset-2"
          >
            Discuss this sample
          </Link>
        </div>
      </details>
    </li>
  );
}

const by = (system: string | null) => (system === null ? "" : `, by ${system}`);

function Text({ label, text }: { label: string; text: string }) {
  return (
    <section className="max-w-measure">
      <h3 className="mb-1 text-label text-soft first-letter:uppercase">{label}</h3>
      <p className="manuscript text-reading">{text === "" ? <span className="text-soft">empty</span> : text}</p>
    </section>
  );
}
