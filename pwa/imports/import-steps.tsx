const steps = ['File', 'Columns and check', 'Import'];

/** The steps of an import. Those before `at`, counted from 0, are done, and step `at` is being done. With 3, all are done. */
export const ImportSteps = ({ at }: { at: number }) => (
  <ol className="pipe import-steps" aria-label={steps[at] === undefined ? 'All 3 steps are done' : `Step ${at + 1} of 3, ${steps[at]}`}>
    {steps.map((step, place) => (
      <li key={step} className={place < at ? 'full' : place === at ? 'part' : undefined} aria-current={place === at ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
);
