import type { Metadata } from "next";
import { TaskSettingsPage } from "@/components/projects/task-settings-page";

export const metadata: Metadata = { title: "Task" };

export default async function Page({ params }: { params: Promise<{ projectId: string; taskId: string }> }) {
  const { projectId, taskId } = await params;
  return <TaskSettingsPage projectId={projectId} taskId={taskId} />;
}
