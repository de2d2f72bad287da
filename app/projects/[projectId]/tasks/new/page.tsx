import type { Metadata } from "next";
import { CreateTaskPage } from "@/components/projects/create-task-page";

export const metadata: Metadata = { title: "New task" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <CreateTaskPage projectId={projectId} />;
}
