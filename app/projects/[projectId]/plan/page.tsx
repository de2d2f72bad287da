import type { Metadata } from "next";
import { PlanPage } from "@/components/study/plan-page";

export const metadata: Metadata = { title: "Plan" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <PlanPage projectId={projectId} />;
}
