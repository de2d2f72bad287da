import type { Metadata } from "next";
import { TaskList } from "@/components/annotate/task-list";

export const metadata: Metadata = { title: "Annotate" };

export default async function AnnotatePage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <TaskList projectId={projectId} />;
}
