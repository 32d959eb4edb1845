import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CircleUser from 'lucide-react/icons/circle-user';
import LogOut from 'lucide-react/icons/log-out';
import Rows3 from 'lucide-react/icons/rows-3';
import { chooseLanguage } from '../messages/chosen-language.ts';
import { languageChoices } from '../messages/language-select.tsx';
import { languages } from '../messages/languages.ts';
import { currentLanguage, text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { chooseDensity, useDensity } from '../ui/density.ts';
import { listText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';

/** Who is signed in, with what concerns them alone. */
export function AccountMenu({ signOut }: { readonly signOut: () => void }) {
  const { user } = useSession();
  const density = useDensity();
  const name = user.name ?? user.email;
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton className="gh-account">
          <Avatar name={name} />
          <bdi className="gh-account-name gh-fold">{name}</bdi>
          <Icon of={ChevronsUpDown} className="gh-dim gh-fold" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.tenantName} · {listText(user.roles)}
        </Menu.Label>
        <Menu.Item
          leftSection={<Icon of={CircleUser} />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          {text('frame.yourAccount')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon of={Rows3} />}
          onClick={() => chooseDensity(density === 'dense' ? 'comfortable' : 'dense')}
        >
          {density === 'dense' ? text('frame.comfortableRows') : text('frame.denseRows')}
        </Menu.Item>
        <LanguageItems />
        <Menu.Item leftSection={<Icon of={LogOut} />} onClick={signOut}>
          {text('actions.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Each language by its own name; the one that is shown has a mark. */
function LanguageItems() {
  const choices = languageChoices();
  if (choices.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{text('actions.language')}</Menu.Label>
      <Menu.RadioGroup
        value={currentLanguage()}
        onChange={(code) => {
          const chosen = choices.find((one) => one === code);
          if (chosen) chooseLanguage(chosen);
        }}
      >
        {choices.map((code) => (
          <Menu.RadioItem key={code} value={code} lang={code} checkIcon={<Icon of={Check} />}>
            {languages[code].name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}
