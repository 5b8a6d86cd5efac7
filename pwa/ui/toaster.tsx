import { Toast } from 'radix-ui';
import { Icon } from './icon.tsx';
import { useStore } from './store.ts';
import { dismissToast, toasts } from './toast.ts';

/** Shows the toasts: five seconds each, waiting while pointed at or focused, read out to those who listen. */
export default function Toaster() {
  const messages = useStore(toasts);
  return (
    <Toast.Provider duration={5000} swipeDirection="right" label="Message">
      {messages.map((message) => (
        <Toast.Root
          key={message.id}
          className="toast rise"
          type={message.tone === 'wrong' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(message.id)}
        >
          {message.tone !== 'plain' && <Icon name={message.tone === 'done' ? 'check' : 'alert'} />}
          <div className="grow">
            {message.title && <Toast.Title className="strong">{message.title}</Toast.Title>}
            <Toast.Description>{message.text}</Toast.Description>
          </div>
          {message.action && (
            <Toast.Action className="toast-action" altText={message.action.label} onClick={message.action.run}>
              {message.action.label}
            </Toast.Action>
          )}
          <Toast.Close className="toast-close" aria-label="Close">
            <Icon name="x" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toasts" label="Messages ({hotkey})" />
    </Toast.Provider>
  );
}
