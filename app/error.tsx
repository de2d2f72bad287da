"use client";

import { ErrorState } from "@/components/ui/error-state";
import { PageBody } from "@/components/ui/page-header";

/** Shown when rendering a page fails. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <PageBody>
      <h1 className="sr-only">This page failed</h1>
      <ErrorState title="This page could not be drawn" error={error} onRetry={reset} />
    </PageBody>
  );
}
