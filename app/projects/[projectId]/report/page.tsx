import type { Metadata } from "next";
import { ReportPage } from "@/components/report/report-page";
import packageFile from "@/package.json";

export const metadata: Metadata = { title: "Report" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <ReportPage projectId={projectId} software={`Redline ${packageFile.version}`} />;
}
