import type { Metadata } from "next";
import { ReportRoute } from "@/components/report/report-route";
import packageFile from "@/package.json";

export const metadata: Metadata = { title: "Report" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <ReportRoute projectId={projectId} software={`Redline ${packageFile.version}`} />;
}
