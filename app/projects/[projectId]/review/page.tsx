import type { Metadata } from "next";
import { ReviewPage } from "@/components/people/review-page";

export const metadata: Metadata = { title: "Progress" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <ReviewPage projectId={projectId} />;
}
