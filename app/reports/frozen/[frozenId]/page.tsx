import type { Metadata } from "next";
import { FrozenReportPage } from "@/components/report/frozen-report-page";

export const metadata: Metadata = { title: "Frozen report" };

export default async function Page({ params }: { params: Promise<{ frozenId: string }> }) {
  const { frozenId } = await params;
  return <FrozenReportPage frozenId={frozenId} />;
}
