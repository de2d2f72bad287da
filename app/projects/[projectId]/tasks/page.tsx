import type { Metadata } from "next";
import { ProjectHome } from "@/components/projects/project-home";

export const metadata: Metadata = { title: "Tasks" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <ProjectHome projectId={projectId} />;
}
