import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { FrozenReport, IntervalKind, Resampled } from "@/lib/domain/frozen-report";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { narrowingWords } from "../words/narrowing-words";

/** What a frozen report is of: name, time, settings, versions and hashes, as a paper would cite them. */
export function FrozenHeadPanel({ frozen, bundle }: { frozen: FrozenReport; bundle: string }) {
  const { head, hash } = frozen;
  const { excluded, filter, level, intervals, resampled = [] } = head.settings;
  return (
    <Panel
      title={head.name}
      description={
        <>
          Frozen <Moment at={head.frozenAt} />: {head.task}, {head.project}. Later work changes nothing here.
        </>
      }
      actions={
        <Button asChild>
          <a href={bundle} download>
            <Download aria-hidden />
            Download the bundle
          </a>
        </Button>
      }
    >
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name="Id">{head.id}</Fact>
        <Fact name="SHA-256 of the bundle's content">{hash}</Fact>
        <Fact name="SHA-256 of the data">{head.dataHash}</Fact>
        <Fact name="Versions">
          Redline {head.versions.redline}, statistics {head.versions.statistics}
        </Fact>
        <Fact name="Excluded people">{excluded === "without" ? "left out" : "included"}</Fact>
        <Fact name="Narrowed to">{narrowingWords(filter) || "everything"}</Fact>
        <Fact name="Level of measurement">{level}</Fact>
        <Fact name="Intervals">{intervals.length === 0 ? "none" : intervals.map(intervalWords).join("; ")}</Fact>
        {resampled.length > 0 && <Fact name="Other resamples">{resampled.map(resampledWords).join("; ")}</Fact>}
      </dl>
    </Panel>
  );
}

const figureWords: Readonly<Record<string, string>> = {
  reaches: "chance that alpha reaches .667 and .800",
  stability: "stable ranking probability",
};

const resampledWords = ({ figure, ...drawn }: Resampled) => [figureWords[figure] ?? figure, ...drawnWords(drawn)].join(", ");

const intervalWords = ({ method, confidence, ...drawn }: IntervalKind) =>
  [`${Number((confidence * 100).toPrecision(6))} % ${method}`, ...drawnWords(drawn)].join(", ");

const drawnWords = ({ resamples, seed }: Pick<IntervalKind, "resamples" | "seed">) => [
  ...(resamples === null ? [] : [`B = ${resamples.toLocaleString("en")}`]),
  ...(seed === null ? [] : [`seed ${seed}`]),
];

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-soft">{name}</dt>
      <dd className="text-small wrap-anywhere">{children}</dd>
    </div>
  );
}
