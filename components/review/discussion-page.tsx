"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { Suspense } from "react";
import { threadTarget } from "@/lib/domain/comment";
import { Thread } from "../discussion/thread";
import { EmptyState } from "../ui/empty-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";

const titles = { assignment: "Comments on one person's work", sample: "Discussion of a sample", criterion: "Discussion of a criterion" };

/** One thread by itself: of the sample or criterion that the address names. */
export function DiscussionPage() {
  return (
    <PageBody className="max-w-3xl">
      <Suspense fallback={<SkeletonRows label="Loading the comments" rows={4} />}>
        <Discussion />
      </Suspense>
    </PageBody>
  );
}

function Discussion() {
  const [{ on, id }] = useQueryStates({ on: parseAsStringLiteral(threadTarget.options), id: parseAsString });
  if (on === null || id === null)
    return <EmptyState title="No discussion is chosen">Follow a link from a sample or a criterion.</EmptyState>;
  return (
    <>
      <PageHeader title={titles[on]} />
      <Thread key={id} on={on} id={id} />
    </>
  );
}
