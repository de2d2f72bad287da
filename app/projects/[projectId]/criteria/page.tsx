import type { Metadata } from "next";
import { CriteriaPage } from "@/components/criteria/criteria-page";

export const metadata: Metadata = { title: "Criteria" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <CriteriaPage projectId={projectId} />;
}
