import type { Metadata } from "next";
import { ImprovePage } from "@/components/runs/improve-page";

export const metadata: Metadata = { title: "Improve a judge" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <ImprovePage projectId={projectId} />;
}
