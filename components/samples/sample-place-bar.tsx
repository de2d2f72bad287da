"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { InputOf } from "@/lib/client/request";
import type { SampleDetail } from "@/lib/domain/sample-detail";
import { count } from "../charts/format";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { usePageKeys } from "../ui/use-page-keys";
import { listHref, listOf, reportHref, sampleHref } from "./sample-address";
import { selectionWords } from "./selection-words";

interface BarProps {
  projectId: string;
  sample: SampleDetail;
  criterionId: string | null;
}

/** Where one came from, where in that list one is, and the way to the next. */
export function SamplePlaceBar({ projectId, sample, criterionId }: BarProps) {
  const parameters = useSearchParams();
  const router = useRouter();
  const { units, query } = listOf(parameters);
  const place = useQuery({
    ...endpointQuery("findSamplePlace", {
      params: { sampleId: sample.id },
      query: { ...query, ...(units !== null && criterionId !== null && { at: criterionId }) } as InputOf<"findSamplePlace">["query"] & {},
    }),
    placeholderData: (before) => before,
  }).data;
  const hrefTo = (to: "previous" | "next") => {
    const beside = place?.[to];
    const criterion = beside?.criterionId ?? (parameters.get("at") === null ? null : criterionId);
    return beside ? sampleHref(projectId, parameters, beside.sampleId, criterion) : null;
  };
  const go = (to: "previous" | "next") => {
    const href = hrefTo(to);
    if (href !== null) router.push(href as Parameters<typeof router.push>[0]);
  };
  usePageKeys({ arrowleft: () => go("previous"), arrowright: () => go("next") });
  const figure = parameters.get("figure");
  return (
    <nav
      aria-label="Place in the list"
      className="sticky top-12 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-paper px-4 py-2 text-body sm:px-8"
    >
      {figure !== null && (
        <Link className="rounded-mark text-accent underline underline-offset-2" href={reportHref(projectId, parameters)}>
          Report, “{figure}”
        </Link>
      )}
      <Link className="rounded-mark text-accent underline underline-offset-2" href={listHref(projectId, parameters)}>
        {units === null ? "Samples" : "List"}
      </Link>
      {place && (
        <p className="min-w-0 grow basis-60 text-soft" aria-live="polite">
          {place.place !== null && (
            <b className="font-semibold text-ink">
              {count(place.place)} of {count(place.total)}
            </b>
          )}{" "}
          {placeWords(units === null, place.place !== null, place.total)}
          {units !== null && ` ${selectionWords(units)}`}
        </p>
      )}
      <span className="ml-auto flex gap-2">
        {(["previous", "next"] as const).map((to) => {
          const href = hrefTo(to);
          const words = to === "previous" ? "Previous" : "Next";
          const keycap = <Kbd key="keycap">{to === "previous" ? "←" : "→"}</Kbd>;
          return href === null ? (
            <Button key={to} disabled>
              {words} {keycap}
            </Button>
          ) : (
            <Button key={to} asChild>
              <Link href={href} prefetch={false} aria-keyshortcuts={to === "previous" ? "ArrowLeft" : "ArrowRight"}>
                {words} {keycap}
              </Link>
            </Button>
          );
        })}
      </span>
    </nav>
  );
}

function placeWords(samples: boolean, listed: boolean, total: number): string {
  const what = samples ? (total === 1 ? "sample" : "samples") : total === 1 ? "unit" : "units";
  return listed ? what : `Not among the ${count(total)} ${what}`;
}
