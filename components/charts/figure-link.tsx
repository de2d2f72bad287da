"use client";

import Link from "next/link";
import { createContext, type ReactNode, useContext } from "react";
import { pageParameter } from "@/lib/domain/report-filter-names";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { cn } from "../ui/cn";

interface Place {
  projectId: string;
  taskId: string;
  /** What the report is narrowed to, excluded people among it. */
  filter: UnitQuery;
}

const FigurePlace = createContext<Place | null>(null);

/** Lets the figures inside link to their samples. Outside of it, as in a frozen or printed report, they are plain text. */
export function FigureLinks({ children, ...place }: Place & { children: ReactNode }) {
  return <FigurePlace value={place}>{children}</FigurePlace>;
}

/** Where figures lead; null where they are plain text. */
export const useFigurePlace = (): Place | null => useContext(FigurePlace);

const OpenChapter = createContext<string | null>(null);

/** The open chapter, to which a sample behind one of its figures leads back. */
export const FigureChapter = OpenChapter.Provider;

/** The version of the criteria that a report is of, if it is not the newest. */
const ofSet = ({ criteriaSet }: UnitQuery): Record<string, string> => (criteriaSet === undefined ? {} : { criteriaSet });

/** A sample by name, which opens it. */
export function SampleLink({ sampleId, children }: { sampleId: string; children: ReactNode }) {
  const place = useContext(FigurePlace);
  if (place === null) return <>{children}</>;
  return (
    <Link
      prefetch={false}
      href={`/projects/${place.projectId}/samples/${sampleId}?${new URLSearchParams({ task: place.taskId, ...ofSet(place.filter) })}`}
      className="rounded-mark underline underline-offset-2"
    >
      {children}
    </Link>
  );
}

/** "21", "pairs of outputs". */
export interface Counts {
  n: number;
  what: string;
}

interface FigureLinkProps {
  /** What the figure counts, from `figureUnits` in lib/domain/figure-units. Undefined: it has no units of its own. */
  units: UnitQuery | undefined;
  /**
   * The figure's n: as many units, ratings, lines or samples (`units.of`) are listed. Nothing is linked where it is 0. Null: the figure counts something
   * else, as groups or pairs of raters, and the list has the units that they are made of.
   */
  n: number | null;
  /** The figure's own n and what it counts, said above the list where that is something else. */
  counts?: Counts | undefined;
  /** What the figure is called, for the line above the list: "judge minus people". */
  figure: string;
  /** Whether it repeats, as a picture, a link beside it: then only a pointer finds it. */
  repeats?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A figure that opens the samples behind it. Every row, cell, bar and point of the report goes through this: give it the query that `figureUnits` makes
 * and the n that the figure shows. The journey figure-links.spec.ts follows each link on the page and compares its n with what is listed, so a new panel
 * is covered as soon as it is drawn. The report's own filter is added here; a judge it is narrowed to only for the way back, since units are of a judge where the figure is.
 */
export function FigureLink({ units, n, counts, figure, repeats = false, className, children }: FigureLinkProps) {
  const place = useContext(FigurePlace);
  const chapter = useContext(OpenChapter);
  if (place === null || units === undefined || n === 0) return <>{children}</>;
  const { judge, ...filter } = place.filter;
  const parameters = new URLSearchParams({
    ...{ task: place.taskId, ...filter, ...units, figure },
    ...(n === null && counts !== undefined && counts.n > 0 && { n: `${counts.n}`, counts: counts.what }),
    ...(judge !== undefined && { [pageParameter("judge")]: judge }),
    ...(chapter !== null && { chapter }),
  });
  return (
    <Link
      prefetch={false}
      data-units={n ?? ""}
      {...(repeats && { "aria-hidden": true, tabIndex: -1 })}
      href={`/projects/${place.projectId}/samples?${parameters}`}
      className={cn("rounded-mark underline-offset-2 hover:underline", className)}
    >
      {children}
    </Link>
  );
}
