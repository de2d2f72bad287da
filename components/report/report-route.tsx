"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ComponentProps } from "react";
import { ReportPage } from "./report-page";

/** The report with what it needs to keep its choices in the URL; see components/shell/address-choices.tsx. */
export function ReportRoute(props: ComponentProps<typeof ReportPage>) {
  return (
    <NuqsAdapter>
      <ReportPage {...props} />
    </NuqsAdapter>
  );
}
