import type { SampleDetail } from "@/lib/domain/sample-detail";

/** What came with the sample besides its texts. Renders nothing if nothing did. */
export function SampleFacts({ sample }: { sample: SampleDetail }) {
  const facts = [
    ["id", sample.externalId],
    ["subset", sample.subset],
    ["better output", sample.goldLabel],
    ...Object.entries(sample.metadata).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
    ...sample.raters.flatMap(({ name, flag }) => (flag ? [[`note by ${name}`, flag]] : [])),
  ];
  return (
    <dl className="grid max-w-measure grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="contents">
            <dt className="text-soft first-letter:uppercase">{name}</dt>
            <dd className="wrap-anywhere" dir="auto">
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
