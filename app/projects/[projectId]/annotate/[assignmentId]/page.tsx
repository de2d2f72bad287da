import type { Metadata } from "next";
import { WorkspacePage } from "@/components/annotate/workspace-page";

export const metadata: Metadata = { title: "Redline a sample" };

export default async function AssignmentPage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <WorkspacePage projectId={projectId} />;
}
