import type { Metadata } from "next";
import { RunsPage } from "@/components/runs/runs-page";

export const metadata: Metadata = { title: "Runs" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <RunsPage projectId={projectId} />;
}
