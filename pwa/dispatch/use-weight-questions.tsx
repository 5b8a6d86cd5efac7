import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { WeightQuestion } from '../offline/weigh-dialog.tsx';
import { useFetchedAhead } from '../ui/fetched-ahead.ts';

const fetchDialog = async () => ({ default: (await import('../offline/weigh-dialog.tsx')).WeighDialog });
const WeighDialog = lazy(fetchDialog);

interface Asked {
  question: WeightQuestion;
  answer: (isRight: boolean) => void;
}

/** Asks about weights one after another. The answer is true if the person says that the weight is right, and false if they weigh again. */
export function useWeightQuestions(): { askWeight: (question: WeightQuestion) => Promise<boolean>; weightDialog: ReactNode } {
  useFetchedAhead(fetchDialog);
  const [asked, setAsked] = useState<Asked | null>(null);
  const askWeight = (question: WeightQuestion): Promise<boolean> =>
    new Promise((resolve) => {
      setAsked({
        question,
        answer: (isRight) => {
          setAsked(null);
          resolve(isRight);
        },
      });
    });
  const weightDialog = asked && (
    <Suspense fallback={null}>
      <WeighDialog {...asked.question} onWeighAgain={() => asked.answer(false)} onAccept={() => asked.answer(true)} />
    </Suspense>
  );
  return { askWeight, weightDialog };
}
