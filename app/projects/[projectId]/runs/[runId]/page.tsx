import type { Metadata } from "next";
import { RunPage } from "@/components/runs/run-page";

export const metadata: Metadata = { title: "Run" };

export default async function Page({ params }: { params: Promise<{ projectId: string; runId: string }> }) {
  const { projectId, runId } = await params;
  return <RunPage projectId={projectId} runId={runId} />;
}
