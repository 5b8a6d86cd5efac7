import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import './setup-steps.css';

/** Of a step: it is done, something is missing, it is next, or its turn comes later. */
export type StepLook = 'done' | 'part' | 'next' | 'later';
const lookWords: Record<StepLook, string> = { done: 'Done', part: 'Something is missing', next: 'Next', later: 'Later' };

export interface Step {
  key: string;
  /** Its number in the sequence, from 1. */
  place: number;
  title: string;
  /** What is there and what is missing. */
  text: ReactNode;
  look: StepLook;
  action?: ReactNode;
}

/** The steps by which something is set up, each with what is there, what is missing and where to continue. */
export const SetupSteps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="setup">
    {steps.map(({ key, place, title, text, look, action }) => (
      <li key={key} className={classNames(look)}>
        <span className="no" aria-hidden="true">
          {look === 'done' ? <Icon name="check" /> : place}
        </span>
        <div>
          <h3>
            <span className="sr">{lookWords[look]}: </span>
            {title}
          </h3>
          <p className="sub">{text}</p>
        </div>
        <span className="line">{action}</span>
      </li>
    ))}
  </ol>
);
