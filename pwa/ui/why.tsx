/** Why the button beside it cannot be pressed yet; the button is described by it. Empty where there is no reason. */
export function Why({ id, children }: { id: string; children: string | null }) {
  return (
    children && (
      <span className="note why" id={id}>
        {children}
      </span>
    )
  );
}
