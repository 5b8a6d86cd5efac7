const steps = ['File', 'Columns and check', 'Import'];

/** The steps of an import, counted from 0. The steps before `at` are done, and step `at` is in progress. If `at` is 3, all steps are done. */
export const ImportSteps = ({ at }: { at: number }) => (
  <ol className="pipe import-steps" aria-label={steps[at] === undefined ? 'All 3 steps are done' : `Step ${at + 1} of 3, ${steps[at]}`}>
    {steps.map((step, place) => (
      <li key={step} className={place < at ? 'full' : place === at ? 'part' : undefined} aria-current={place === at ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
);
