import type { Metadata } from "next";
import { AdjudicationPage } from "@/components/review/adjudication-page";

export const metadata: Metadata = { title: "Adjudicate" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <AdjudicationPage projectId={projectId} />;
}
