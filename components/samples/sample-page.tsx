"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { Suspense, useMemo, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { isCategorical } from "@/lib/domain/labels";
import type { SampleDetail, SampleUnit } from "@/lib/domain/sample-detail";
import { withheldWords } from "@/lib/domain/withheld";
import { Thread } from "../discussion/thread";
import { createEvidenceFinder } from "../texts/evidence-finder";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Kbd } from "../ui/kbd";
import { PageBody } from "../ui/page-header";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { usePageKeys } from "../ui/use-page-keys";
import { plainCriterionName } from "../words/criterion-name";
import { draftToShow } from "./draft-to-show";
import { sampleHref } from "./sample-address";
import { SampleFacts } from "./sample-facts";
import { SampleHistory } from "./sample-history";
import { SamplePlaceBar } from "./sample-place-bar";
import { SampleTexts } from "./sample-texts";
import { ScoreMatrix, scoreOfJudge } from "./score-matrix";
import { SiblingTable } from "./sibling-table";
import { StackedRedlines } from "./stacked-redlines";
import { unitHeadline } from "./unit-headline";

/** One sample: texts, everybody's scores, the judges' drafts with what people did to them, discussion and history. */
export function SamplePage({ projectId, sampleId }: { projectId: string; sampleId: string }) {
  return (
    <Suspense fallback={<Waiting />}>
      <Loader projectId={projectId} sampleId={sampleId} />
    </Suspense>
  );
}

const Waiting = () => (
  <PageBody className="max-w-none">
    <SkeletonRows label="Loading the sample" rows={12} />
  </PageBody>
);

function Loader({ projectId, sampleId }: { projectId: string; sampleId: string }) {
  const criteriaSet = useSearchParams().get("criteriaSet");
  const query = useQuery(endpointQuery("getSample", { params: { sampleId }, ...(criteriaSet !== null && { query: { criteriaSet } }) }));
  if (query.isPending) return <Waiting />;
  if (query.isError) {
    return (
      <PageBody>
        <ErrorState title="The sample could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      </PageBody>
    );
  }
  return <Sample key={sampleId} projectId={projectId} sample={query.data} />;
}

function Sample({ projectId, sample }: { projectId: string; sample: SampleDetail }) {
  const parameters = useSearchParams();
  const named = sample.units.find(({ criterion }) => criterion.name === parameters.get("criterion"));
  const [at, setAt] = useQueryState("at", parseAsString);
  const unit = sample.units.find(({ criterion }) => criterion.id === at) ?? named ?? sample.units[0];
  const [focused, setFocused] = useState<string | null>(null);
  const choose = (criterionId: string) => {
    setFocused(null);
    void setAt(criterionId);
  };
  const step = (by: 1 | -1) => {
    const next = unit && sample.units[sample.units.indexOf(unit) + by];
    if (next) choose(next.criterion.id);
  };
  usePageKeys({
    arrowup: () => step(-1),
    arrowdown: () => step(1),
    c: () => document.getElementById(commentsId)?.querySelector("textarea")?.focus(),
  });
  const set = parameters.get("criteriaSet");
  const siblingsOf = { task: sample.task.id, ...(set !== null && { criteriaSet: set }) };
  const judges = [...new Set(sample.units.flatMap(({ drafts }) => drafts.filter(({ current }) => current).map(({ judge }) => judge)))];
  const asked = parameters.get("judge");
  const judge = asked !== null && judges.includes(asked) ? asked : (judges[0] ?? null);
  const [draftId, setDraftId] = useState<string | null>(null);
  const draft = draftToShow(unit, draftId, judge);
  const lines = useMemo(() => {
    const find = createEvidenceFinder(sample.output, sample.outputB, sample.task.textFormat);
    return (draft?.items ?? []).filter(({ kind }) => kind === "evidence").map(({ id, text }) => ({ id, quotes: find(text) }));
  }, [sample, draft]);
  const reasons = useQuery(endpointQuery("listReasonCodes", { params: { projectId } })).data?.items ?? [];
  return (
    <>
      <SamplePlaceBar projectId={projectId} sample={sample} criterionId={unit?.criterion.id ?? null} />
      <div className="mx-auto grid w-full max-w-[110rem] grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 px-4 py-6 sm:px-8 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-8 max-xl:contents">
          <div className="max-xl:order-1">
            <h1 className="sr-only">Sample {sample.number}</h1>
            <SampleTexts sample={sample} lines={lines} focused={focused} />
          </div>
          <div className="flex min-w-0 flex-col gap-8 max-xl:order-3">
            {unit && sample.task.kind === "pointwise" && !isCategorical(unit.criterion.scale) && (
              <SiblingTable
                sample={sample}
                criterion={{ id: unit.criterion.id, name: plainCriterionName(unit.criterion.name) }}
                judge={judge}
                hrefOf={(id) => sampleHref(projectId, new URLSearchParams(siblingsOf), id, unit.criterion.id)}
              />
            )}
            <SampleFacts sample={sample} />
            {!sample.withheld && (
              <section aria-label="Comments" id={commentsId}>
                <h2 className="mb-2 text-label font-medium text-soft">
                  Comments <Kbd>C</Kbd>
                </h2>
                <Thread on="sample" id={sample.id} />
              </section>
            )}
            <SampleHistory events={sample.history} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6 max-xl:order-2">
          {sample.withheld && <Banner>{withheldWords}</Banner>}
          {unit === undefined ? (
            <EmptyState title="No criteria yet">
              Scores appear here once criteria are published and somebody, or a judge, has used them.
            </EmptyState>
          ) : (
            !sample.withheld && (
              <>
                <ScoreMatrix sample={sample} judges={judges} judge={judge} current={unit.criterion.id} onChoose={choose} />
                <UnitHead sample={sample} unit={unit} judge={judge} />
                {unit.drafts.length > 1 && (
                  <Select
                    aria-label="Draft"
                    className="w-auto self-start"
                    value={draft?.id}
                    onValueChange={setDraftId}
                    options={unit.drafts.map(({ id, judge: name, current, planted }) => ({
                      value: id,
                      label: planted ? `${name}, wrong on purpose` : current ? name : `${name}, an earlier draft`,
                      description: `shown to ${unit.evaluations.filter((evaluation) => evaluation.draftId === id).length}`,
                    }))}
                  />
                )}
                <StackedRedlines
                  key={unit.criterion.id}
                  sample={sample}
                  unit={unit}
                  draft={draft}
                  reasons={reasons}
                  quoted={
                    new Map(lines.map(({ id, quotes }) => [id, quotes.some(({ ranges, rangesB }) => ranges !== null || rangesB !== null)]))
                  }
                  focused={focused}
                  onFocus={setFocused}
                />
              </>
            )
          )}
        </div>
      </div>
    </>
  );
}

const commentsId = "comments";

function UnitHead({ sample, unit, judge }: { sample: SampleDetail; unit: SampleUnit; judge: string | null }) {
  const { criterion, label, gold } = unit;
  const href = `/projects/${sample.task.projectId}/adjudications?task=${sample.task.id}&state=${label === null ? "open" : "adjudicated"}&unit=${sample.id}.${criterion.id}`;
  const disputed = unit.evaluations.filter(({ score }) => score !== null).length > 1 && !isCategorical(criterion.scale);
  usePageKeys({ j: () => disputed && document.getElementById("adjudicate")?.click() });
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 grow basis-80">
        <h2 className="text-title font-semibold text-balance">
          {unitHeadline(unit, sample.raters, scoreOfJudge(unit, judge), sample.task.kind === "pairwise")}
        </h2>
        <p className="mt-1 text-small text-soft">
          <b className="font-medium">{plainCriterionName(criterion.name)}</b>
          {criterion.definition !== "" && `: ${criterion.definition}`}
        </p>
        {label?.reason && (
          <p className="mt-1 text-small">
            Adjudicated by {label.by}: {label.reason}
          </p>
        )}
        {gold?.why && <p className="mt-1 text-small">Known answer: {gold.why}</p>}
      </div>
      {disputed && (
        <Button asChild>
          <Link id="adjudicate" href={href}>
            {label === null ? "Adjudicate" : "See the label"} <Kbd>J</Kbd>
          </Link>
        </Button>
      )}
    </header>
  );
}
