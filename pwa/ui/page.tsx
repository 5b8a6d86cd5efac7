import { type ReactNode, useEffect, useRef } from 'react';
import { ButtonLink } from './button.tsx';
import { classNames } from './class-names.ts';
import { useFrame } from './frame-context.ts';
import { AS_LEFT, lastView } from './list-memory.ts';
import { shownPage } from './shown-page.ts';

export interface PageProps {
  title: ReactNode;
  /** The browser's title if `title` is not plain text. */
  name?: string;
  /** A line about the title: a count, a client, a status. */
  sub?: ReactNode;
  /** The address of the screen from which this one was opened. If it is given, the screen has its own head on a phone and on the floor. */
  back?: string;
  /** Buttons at the end of the head, quiet or outlined. */
  actions?: ReactNode;
  /** The one next step: in the head on a desk, docked at the bottom of a phone or tablet. */
  primary?: ReactNode;
  /** A strip under the head that stays while the screen scrolls. */
  strip?: ReactNode;
  /** Docked at the bottom in every frame. */
  foot?: ReactNode;
  /** The content scrolls by itself (a DataTable). */
  fill?: boolean;
  /** The content goes to the edges. */
  flush?: boolean;
  /** The fraction of the work that is done, 0 to 1, as a line under the floor's head. */
  done?: number;
  children?: ReactNode;
}

/** One screen in any frame: desk, phone or floor. */
export function Page(props: PageProps) {
  const { title, sub, back, actions, primary, strip, foot, fill, flush, done, children } = props;
  const frame = useFrame();
  const heading = useRef<HTMLHeadingElement>(null);
  const name = props.name ?? (typeof title === 'string' ? title : undefined);
  useEffect(() => {
    if (!name) return;
    document.title = `${name} · Kitroom`;
    shownPage.set({ path: window.location.pathname, name });
  }, [name]);
  const isMenuOpen = useRef(frame.isMenuOpen);
  isMenuOpen.current = frame.isMenuOpen;
  useEffect(() => {
    if (frame.moved && !isMenuOpen.current) heading.current?.focus({ preventScroll: true });
  }, [frame.moved]);

  const h1 = (
    <h1 ref={heading} tabIndex={-1} className="cut">
      {title}
    </h1>
  );

  const isDesk = frame.kind === 'desk';
  const isFloor = frame.kind === 'floor';
  const dock = !isDesk && (foot ?? primary);
  const ownHead = !isDesk && (back || isFloor);
  const backLink = back && (
    <ButtonLink to={lastView(back)} state={AS_LEFT} look="quiet" icon="back" iconOnly aria-label="Back" className="page-back" />
  );
  return (
    <>
      {ownHead ? (
        <header className="head">
          {backLink}
          <div className="grow">
            {h1}
            {sub && <p className="sub cut page-sub">{sub}</p>}
          </div>
          {(!isFloor || !back) && frame.bell}
          {actions}
          {isFloor && !back && frame.menu}
          {done !== undefined && (
            <div className="bar thin" aria-hidden="true">
              <i className="now" style={{ width: `${Math.min(1, done) * 100}%` }} />
            </div>
          )}
        </header>
      ) : (
        !isDesk && frame.top
      )}
      {isFloor && !back && frame.tabs}
      {!isDesk && strip && (
        <section className="page-strip" aria-label="Tools">
          {strip}
        </section>
      )}
      <main id="main" className={classNames(!isDesk && flush && 'flush')}>
        {isDesk ? (
          <div className="pagehead">
            {backLink}
            {h1}
            {sub && <span className="note cut">{sub}</span>}
            <span className="push line page-actions">
              {actions}
              {primary}
            </span>
          </div>
        ) : (
          !ownHead && (
            <div className="line page-line">
              {h1}
              <span className="push note">{sub}</span>
              {actions}
            </div>
          )
        )}
        {isDesk && strip && <div className="page-strip">{strip}</div>}
        {isFloor ? (
          children
        ) : (
          // The content has the same position on a phone and on a desk, so that typed text stays when a resized window changes to the other layout.
          <div className={isDesk && !fill ? classNames('scroll', 'grow', !flush && 'page-body') : 'contents'}>{children}</div>
        )}
        {isDesk && foot && <div className="foot">{foot}</div>}
      </main>
      {dock && (
        <section className="dock" aria-label="What to do">
          {dock}
        </section>
      )}
    </>
  );
}
