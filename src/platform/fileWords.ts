/** Sentences about files: where they are to go, and where they are to come from. */
import { unreachable, type AssetReason, type TargetReason } from '../core/failure.js';

export function targetSentence(reason: TargetReason): string {
  switch (reason) {
    case 'exists':
      return 'There is a file of that name already. It was not touched.';
    case 'link':
      return 'There is a link of that name, and links are not followed. Choose another name or folder.';
    case 'folder':
      return 'There is a folder of that name, which is not replaced by a file.';
    case 'missing':
      return 'The folder is not there any more.';
    case 'readOnly':
      return 'Nothing can be written there: the place is read-only for you.';
    case 'full':
      return 'The disk is too full for this. Nothing was left under the final name.';
    case 'nameTooLong':
      return 'The path would be too long for this file system. Choose another folder.';
    case 'busy':
      return 'Another window is downloading the same file into this folder.';
    case 'failed':
      return 'The file could not be written. Details are in the log.';
    default:
      return unreachable(reason);
  }
}

/** @param host where the asset is; plain ASCII, from an address */
export function assetSentence(reason: AssetReason, host: string | undefined): string {
  const where = host ?? 'its host';
  switch (reason) {
    case 'noAddress':
      return 'This asset has no address.';
    case 'relativeAddress':
      return 'The address of this asset is relative, and the item does not say to what.';
    case 'localFile':
      return 'The address of this asset is a file on somebody\'s machine (file:), which is not opened.';
    case 'objectStore':
      return 'This asset is in an object store (s3: or the like) that needs its own sign-in, and the item names no https address for it. Copy its address for a tool that has one.';
    case 'inlineData':
      return 'This asset holds its data in its address (data:), which is not unpacked.';
    case 'otherScheme':
      return 'The address of this asset is not https, and no other kind is asked.';
    case 'userInfo':
      return 'The address of this asset holds a user name, and such addresses are not asked.';
    case 'holdsToken':
      return `The address of this asset holds the token, which belongs in no address, so that ${where} is not asked.`;
    case 'insecure':
      return `The address of this asset is not https, so that ${where} is not asked.`;
    case 'privateAddress':
      return `The address of this asset leads into a private network (${where}) and is not asked.`;
    case 'hostRefused':
      return `${where} was not asked.`;
    case 'linkRefused':
      return `${where} does not accept the link of this asset, also not a fresh one.`;
    case 'notThere':
      return `${where} has no such file any more.`;
    case 'wrongSize':
      return `The file that ${where} sent is not as long as it should be, and was not kept.`;
    case 'wrongChecksum':
      return `The file that ${where} sent does not match the item's checksum, and was not kept.`;
    case 'tooLargeToOpen':
      return 'This asset is too large to be opened in the editor. Download it instead.';
    case 'keepsBreaking':
      return `The connection to ${where} broke again and again. Download it again to go on from there, if the host allows it.`;
    case 'notWanted':
      return 'The download was not started.';
    default:
      return unreachable(reason);
  }
}
